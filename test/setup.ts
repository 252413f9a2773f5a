import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      DB: D1Database
      REALM: DurableObjectNamespace
      TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1]
      DEPLOYMENT_SECRET: string
    }
    interface GlobalProps {
      mainModule: typeof import('../src/worker')
    }
  }
}

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))
