import path from 'node:path'
import process from 'node:process'
import { build, type InlineConfig } from 'vite'

/**
 * Builds the client for production. vitest says NODE_ENV=test, with which Vite would add the parts for developers: the first script
 * would be larger than its budget.
 */
export async function buildForProduction(config: InlineConfig): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({ configFile: path.join(import.meta.dirname, 'vite.config.ts'), ...config })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}
