import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { messageOf } from '../../conversion/failure.ts'
import { ROOT } from './files.ts'
import { Problem } from './problem.ts'

/** Runs wrangler, and returns its output. */
export type Wrangler = (...args: string[]) => Promise<string>

/** Returns a function that runs wrangler for an account and returns its output. It throws a `Problem` if wrangler fails. */
export const wranglerFor =
  ({ account }: { account?: string }): Wrangler =>
  async (...args) => {
    const { status, output } = await runWrangler(args, account)
    if (status !== 0) throw new Problem(`wrangler ${args.join(' ')} failed:\n\n${output}`)
    return output
  }

/** Runs wrangler, which asks no questions, and returns its status and its output. */
export async function runWrangler(args: readonly string[], account?: string) {
  const accountVariable = account === undefined ? {} : { CLOUDFLARE_ACCOUNT_ID: account }
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', ...accountVariable }
  const child = spawn('wrangler', args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (errors += text))
  const [status] = await once(child, 'close').catch((error: unknown) => {
    throw new Problem(`wrangler cannot be started: ${messageOf(error)}. Run npm install first.`)
  })
  return { status, output: status === 0 ? output : `${output}${errors}` }
}

/** Returns the JSON in the output of wrangler, which may begin with other lines. */
export function jsonIn<Value>(output: string): Value {
  const start = output.search(/^[[{]/m)
  try {
    return JSON.parse(output.slice(start))
  } catch {
    throw new Problem(`wrangler printed no JSON:\n\n${output}`)
  }
}
