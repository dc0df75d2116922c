/** How long a test waits for something that must happen, however busy the machine is. `expect.poll` has the same limit by configuration. */
export const patience = { timeout: 60_000, interval: 20 }
