/** The connection pool that tells Postgres, on each checkout, which team is asking: the ground of row-level security. */
import { AsyncLocalStorage } from "node:async_hooks"
import { Pool, type PoolClient, type PoolConfig } from "pg"

/** A team's id, or "*" for work that is named as crossing teams; nothing set means: no tenant row is visible. */
type TeamScope = string

type Checkout = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (broken?: Error | boolean) => void,
) => void

export class TenantPool extends Pool {
  readonly scope = new AsyncLocalStorage<TeamScope>()
  readonly #told = new WeakMap<PoolClient, TeamScope>()

  override connect(): Promise<PoolClient>
  override connect(callback: Checkout): void
  override connect(callback?: Checkout): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => this.#checkout((e, client) => (client ? resolve(client) : reject(e))))
    this.#checkout(callback)
  }

  /** The connection is handed out only once Postgres knows the team: a failure here closes it instead of serving another team's rows. */
  #checkout(callback: Checkout) {
    const scope = this.scope.getStore() ?? ""
    super.connect((error, client, release) => {
      if (error || !client || this.#told.get(client) === scope) return callback(error, client, release)
      client.query(
        { name: "tell-team", text: "select set_config('app.team_id', $1, false)", values: [scope] },
        (failure: Error | null) => {
          if (failure) {
            release(true)
            return callback(failure, undefined, () => {})
          }
          this.#told.set(client, scope)
          callback(undefined, client, release)
        },
      )
    })
  }
}

/** Connection settings of the application's role: row-level security binds it, and no statement outlives its deadline. */
export function applicationPoolConfig(databaseUrl: string, statementTimeoutMs = 5_000): PoolConfig {
  const settings = { role: "signalbox_app", timezone: "UTC", statement_timeout: statementTimeoutMs }
  return {
    connectionString: databaseUrl,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  }
}
