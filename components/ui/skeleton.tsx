/** Placeholders for content that is loading. Each has the size of the part of a page that it stands for. */
import type { ReactNode } from "react"
import { cn } from "./class-names"
import { Td, Th, Tr } from "./table"

type TextProps = { className?: string }

/** A bar instead of words. `className` sets its width. Its line is as high as the text around it. */
export const SkeletonText = ({ className = "w-32" }: TextProps) => (
  <span
    className={cn(
      "inline-block h-[0.7em] max-w-full animate-pulse rounded-box bg-line align-baseline motion-reduce:animate-none",
      className,
    )}
  />
)

/** The frame of a field, a button or a block. `className` sets its size. */
export const SkeletonBox = ({ className }: TextProps) => (
  <div className={cn("rounded-box border border-line bg-surface", className)} />
)

/** Several lines of running text. */
export const SkeletonLines = ({ count = 3 }: { count?: number }) => (
  <div>
    {listOf(count).map((i) => (
      <p key={i}>
        <SkeletonText className={i === count - 1 ? "w-3/5" : "w-full"} />
      </p>
    ))}
  </div>
)

/** Entries of a list, each with a title and a line about it. */
export const SkeletonItems = ({ count }: { count: number }) => (
  <ul className="grid gap-5">
    {listOf(count).map((i) => (
      <li key={i}>
        <SkeletonText className="w-2/5" />
        <p className="text-table">
          <SkeletonText className="w-4/5" />
        </p>
      </li>
    ))}
  </ul>
)

type SectionProps = { hasLead?: boolean; hasAction?: boolean; children: ReactNode }

export function SkeletonSection({ hasLead, hasAction, children }: SectionProps) {
  return (
    <section className="mb-10">
      <div className="mb-3 flex items-end justify-between gap-x-6">
        <div className="min-w-0 flex-1">
          <p className="text-head">
            <SkeletonText className="w-40" />
          </p>
          {hasLead && (
            <p>
              <SkeletonText className="w-96" />
            </p>
          )}
        </div>
        {hasAction && <SkeletonBox className="h-7 w-28" />}
      </div>
      {children}
    </section>
  )
}

/** The filters above a list, or the period of a page. */
export function SkeletonFilters({ count, isClosedOnPhone }: { count: number; isClosedOnPhone?: boolean }) {
  return (
    <>
      {isClosedOnPhone && <SkeletonBox className="mb-3 h-7 w-16 sm:hidden" />}
      <div
        className={cn("mb-3 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:gap-2", isClosedOnPhone && "max-sm:hidden")}
      >
        {listOf(count).map((i) => (
          <div key={i} className="grid gap-1">
            <p className="text-small sm:hidden">
              <SkeletonText className="w-16" />
            </p>
            <SkeletonBox className="h-8 sm:w-32" />
          </div>
        ))}
      </div>
    </>
  )
}

type TableProps = {
  columns: number
  rows?: number
  /** The first column has a second line. */
  hasDetail?: boolean
  /** On phones, the rows are cards. */
  isCards?: boolean
}

export function SkeletonTable({ columns, rows = 8, hasDetail, isCards }: TableProps) {
  const others = listOf(columns - 1)
  return (
    <div className="overflow-hidden rounded-box border border-line bg-surface">
      <table className={cn("w-full border-collapse text-table", isCards && "cards")}>
        <thead>
          <tr>
            {listOf(columns).map((i) => (
              <Th key={i}>
                <SkeletonText className="w-16" />
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listOf(rows).map((row) => (
            <Tr key={row}>
              <Td className="w-2/5">
                <SkeletonText className={row % 2 === 0 ? "w-48" : "w-36"} />
                {hasDetail && (
                  <span className="block text-small">
                    <SkeletonText className="w-64" />
                  </span>
                )}
              </Td>
              {others.map((i) => (
                <Td key={i}>
                  <SkeletonText className="w-16" />
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A chart over time with its title. */
export const SkeletonChart = () => (
  <div>
    <p className="mb-1 text-table">
      <SkeletonText className="w-40" />
    </p>
    <div className="grid h-60 grid-rows-4 pb-6">
      {listOf(4).map((i) => (
        <div key={i} className="border-line border-t last:border-b" />
      ))}
    </div>
  </div>
)

/** Tiles of metrics, each with its name, value, change and line. */
export const SkeletonTiles = ({ count }: { count: number }) => (
  <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
    {listOf(count).map((i) => (
      <li key={i} className="rounded-box border border-line bg-surface px-3.5 pt-3 pb-2">
        <span className="block text-small">
          <SkeletonText className="w-20" />
        </span>
        <span className="mt-0.5 block text-title">
          <SkeletonText className="w-24" />
        </span>
        <span className="block text-small">
          <SkeletonText className="w-14" />
        </span>
        <div className="mt-2 h-7 border-line border-b" />
      </li>
    ))}
  </ul>
)

/** Fields with a state in words, in one frame. */
export const SkeletonStates = ({ count }: { count: number }) => (
  <ul className={stateGrid}>
    {listOf(count).map((i) => (
      <li key={i} className="bg-surface px-4 py-3">
        <SkeletonText className="w-36" />
        <span className="block text-table">
          <SkeletonText className="w-44" />
        </span>
      </li>
    ))}
  </ul>
)

/** The class names of fields with a state. */
export const stateGrid =
  "mb-8 grid grid-cols-2 gap-px overflow-hidden rounded-box border border-line bg-line xl:grid-cols-4"

/** Large numbers, each with its name and some lines about it. */
export const SkeletonFigures = ({ count, lines = 3 }: { count: number; lines?: number }) => (
  <div className="grid grid-cols-2 gap-x-6 gap-y-6 sm:gap-x-8 lg:grid-cols-4">
    {listOf(count).map((i) => (
      <div key={i} className="min-w-0 border-line border-t pt-3">
        <SkeletonText className="w-24" />
        <p className="mt-1 text-figure">
          <SkeletonText className="w-28" />
        </p>
        {listOf(lines).map((line) => (
          <p key={line} className="text-table">
            <SkeletonText className="w-36" />
          </p>
        ))}
      </div>
    ))}
  </div>
)

/** Names with values. */
export const SkeletonFacts = ({ count = 6 }: { count?: number }) => (
  <div className="mb-10 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
    {listOf(count).map((i) => (
      <div key={i}>
        <p className="text-small">
          <SkeletonText className="w-20" />
        </p>
        <p className="mt-0.5">
          <SkeletonText className="w-40" />
        </p>
      </div>
    ))}
  </div>
)

/** The fields of a form. */
export const SkeletonFields = ({ count }: { count: number }) => (
  <div className="grid max-w-[640px] gap-5">
    {listOf(count).map((i) => (
      <div key={i} className="grid gap-1.5">
        <p>
          <SkeletonText className="w-28" />
        </p>
        <SkeletonBox className="h-9" />
      </div>
    ))}
  </div>
)

const listOf = (count: number) => Array.from({ length: count }, (_, i) => i)
