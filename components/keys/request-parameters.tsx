/** Table of a request's decoded parameters. */
import { Table, Td, Th, Tr } from "@/components/ui/table"

type Parameter = { name: string; value: string }

export function RequestParameters({ parameters }: { parameters: Parameter[] }) {
  // The index is part of the id, because a parameter may occur twice. It is stable, because the list never changes.
  const rows = parameters.map((parameter, index) => ({ ...parameter, id: `${index}:${parameter.name}` }))
  return (
    <Table label="Parameters">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Value</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, value }) => (
          <Tr key={id}>
            <Td>
              <code className="break-all">{name}</code>
            </Td>
            <Td>
              <code className="break-all">{value}</code>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
