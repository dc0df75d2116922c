/** Starts a second process that serves REST on the same database, like a second instance of the product. */
import { startModule } from "@/domain/testing/start-module"

const program = `
  const { url } = await started.serveRest()
  process.send(url)`

export type OtherProcess = { url: string; stop(signal?: NodeJS.Signals): Promise<void> }

/** `environment` is added to this process's environment. */
export async function startOtherProcess(environment: Record<string, string> = {}): Promise<OtherProcess> {
  const { message, kill } = await startModule("server/testing/serve-rest.ts", program, environment)
  return { url: message as string, stop: (signal = "SIGTERM") => kill(signal) }
}
