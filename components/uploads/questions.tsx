/** Asks the questions that must be answered before an import, and shows the answers that the user can undo. */
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Checkbox } from "@/components/ui/checkbox"
import { Input } from "@/components/ui/input"
import { pluralize } from "@/domain/kernel/format-count"
import type { PreviewProps, Question } from "./upload-labels"

export function Questions({ preview, choices, choose, isBusy }: PreviewProps) {
  const shownQuestions = preview.questions.filter(({ kind }) => kind !== "columns" || preview.rows.length === 0)
  return (
    <div className="grid gap-4 not-empty:mb-8">
      {shownQuestions.map((question) => (
        <section
          key={question.kind}
          aria-label={titles[question.kind]}
          className="grid max-w-[640px] gap-3 rounded-box border border-caution bg-caution-wash px-4 py-3"
        >
          <h2>{titles[question.kind]}</h2>
          <Answer question={question} choose={choose} isBusy={isBusy} />
        </section>
      ))}
      {(choices.replace || choices.keep_both) && (
        <div>
          {choices.replace && (
            <Checkbox checked disabled={isBusy} onChange={() => choose({ replace: undefined })}>
              The values of this file replace stored values of the same days.
            </Checkbox>
          )}
          {choices.keep_both && (
            <Checkbox checked disabled={isBusy} onChange={() => choose({ keep_both: undefined })}>
              The accounts with the same values are different accounts.
            </Checkbox>
          )}
        </div>
      )}
    </div>
  )
}

const titles: Record<Question["kind"], string> = {
  account: "Which account is this?",
  columns: "Choose the columns",
  dates: "How are the dates written?",
  decimals: "What is the decimal mark?",
  replace: "Some days are already stored",
  same_values: "Another account has the same values",
}

type AnswerProps = { question: Question; choose: PreviewProps["choose"]; isBusy: boolean }

function Answer({ question, choose, isBusy }: AnswerProps) {
  const renderChoice = (label: string, change: Parameters<typeof choose>[0]) => (
    <Button
      isBusy={isBusy}
      className="h-auto min-h-9 whitespace-normal py-1.5 text-left"
      onClick={() => choose(change)}
    >
      {label}
    </Button>
  )
  switch (question.kind) {
    case "account":
      return <AccountForm choose={choose} isBusy={isBusy} />
    case "columns":
      return <p>Below, choose the column with the date and at least one column with a metric.</p>
    case "dates":
      return (
        <>
          <p>
            The dates {question.first} to {question.last} can be read in two ways.
          </p>
          <div className="flex flex-wrap gap-2">
            {renderChoice(`Day first: ${question.dmy.from} to ${question.dmy.to}`, { dates: "dmy" })}
            {renderChoice(`Month first: ${question.mdy.from} to ${question.mdy.to}`, { dates: "mdy" })}
          </div>
        </>
      )
    case "decimals":
      return (
        <>
          <p>
            {question.text} in line {question.line} can mean {question.point} or {question.comma}.
          </p>
          <div className="flex flex-wrap gap-2">
            {renderChoice(`Point: it means ${question.point}`, { decimal_mark: "." })}
            {renderChoice(`Comma: it means ${question.comma}`, { decimal_mark: "," })}
          </div>
        </>
      )
    case "replace":
      return (
        <>
          <p>
            The file would change {pluralize(question.days, "day")} of account {question.account} ({question.from} to{" "}
            {question.to}) that came from {question.place}. To keep the stored values, cancel the upload.
          </p>
          <div>{renderChoice("Use the values of this file", { replace: true })}</div>
        </>
      )
    case "same_values":
      return <SameValues question={question} renderChoice={renderChoice} />
  }
}

type RenderChoice = (label: string, change: Parameters<PreviewProps["choose"]>[0]) => React.ReactNode

function SameValues({
  question,
  renderChoice,
}: {
  question: Question & { kind: "same_values" }
  renderChoice: RenderChoice
}) {
  const { account, other, is_connected, days, from, to } = question
  return (
    <>
      <p>
        The {is_connected ? "connected " : ""}account {other} already has these values on {pluralize(days, "day")} (
        {from} to {to}), so they would count twice.{" "}
        {is_connected && "If it is the same account, cancel the upload, because Signalbox already syncs it."}
      </p>
      <div className="flex flex-wrap gap-2">
        {!is_connected && renderChoice(`It is the account ${other}`, { account: other })}
        {!is_connected && renderChoice(`Move these days to ${account}`, { replace: true })}
        {renderChoice("They are different accounts", { keep_both: true })}
      </div>
    </>
  )
}

function AccountForm({ choose, isBusy }: Pick<AnswerProps, "choose" | "isBusy">) {
  const [account, setAccount] = useState("")
  return (
    <form
      method="post"
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        choose({ account })
      }}
    >
      <p>
        The file does not name its account. Enter its ID on the platform, such as 123-456-7890. Later files of this
        client use the same account.
      </p>
      <div className="flex flex-wrap gap-2">
        <Input
          aria-label="Account"
          required
          maxLength={200}
          autoComplete="off"
          className="max-w-64"
          value={account}
          onChange={({ target }) => setAccount(target.value)}
        />
        <Button type="submit" isBusy={isBusy}>
          Use account
        </Button>
      </div>
    </form>
  )
}
