import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import type * as worker from '../src/worker'
import './support/held-alarms'
import './support/main-module'
import './support/plain-timers'

declare global {
  namespace Cloudflare {
    interface Env {
      PUSH_BOUNCER_ORGANIZATION: string
      PUSH_BOUNCER_KEY: string
      DB: D1Database
      SPARE_2: D1Database
      SPARE_3: D1Database
      DB_2?: D1Database
      DB_3?: D1Database
      FILES: R2Bucket
      REALM: DurableObjectNamespace
      GATEWAY: DurableObjectNamespace
      NEIGHBOR: DurableObjectNamespace
      TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1]
      DEPLOYMENT_SECRET: string
      MAIL_FROM: string
      MAIL_GATEWAY: string
      MAIL_HTTP_WEBHOOK_SECRET: string
      METRICS_TOKEN: string
      /** scripts/amplification/service.ts */
      AMPLIFICATION: Fetcher
      PROVE_SECONDS: string
      PROVE_SEED: string
      RECORD_EXAMPLES: string
    }
    interface GlobalProps {
      mainModule: typeof worker
    }
  }
}

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))
