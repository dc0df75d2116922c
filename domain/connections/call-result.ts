/** The results of MCP calls that are not failures. Every other result is the code of an error. */
export const resultsWithoutFailure = ["ok", "input_required", "declined"]

export const isFailure = (result: string) => !resultsWithoutFailure.includes(result)
