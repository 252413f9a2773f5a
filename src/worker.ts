import { runHourlyWork } from './catalogue'
import { configOf } from './config'
import { GatewayObject } from './gateway-object'
import { NeighborObject } from './neighbor-object'
import { receivePlatformEmail } from './platform-email'
import { RealmObject } from './realm-object'
import type { Env } from './request-context'
import { serve } from './serve'
import { databasesOf } from './store/databases'

export { GatewayObject, NeighborObject, RealmObject }

/** The entry of the Worker, which receives every request. It has no state, so the platform can run any number of Workers. */
export default {
  fetch: (request, env): Promise<Response> => serve(request, env),

  /** Runs each hour, for all realms. */
  async scheduled(_, env): Promise<void> {
    await runHourlyWork(databasesOf(env), configOf(env), Math.floor(Date.now() / 1000))
  },

  email: receivePlatformEmail,
} satisfies ExportedHandler<Env>
