import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answers } from './answers.ts'
import { configFor } from './config.ts'
import { ROOT } from './files.ts'

/** The name of the configuration of the deployment, for the option `--config` of wrangler. */
export const CONFIG = 'wrangler.deployment.toml'

/** Paths in the configuration are relative to it, so the file is beside wrangler.toml while it is used. */
export async function withConfig<Result>(answers: Answers, use: () => Promise<Result>): Promise<Result> {
  const file = join(ROOT, CONFIG)
  writeFileSync(file, configFor(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'), answers))
  try {
    return await use()
  } finally {
    rmSync(file)
  }
}
