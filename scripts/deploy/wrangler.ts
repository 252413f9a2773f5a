import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { ROOT } from './files.ts'
import { Problem } from './problem.ts'

/** Returns a function that runs wrangler for an account and returns its output. It throws a `Problem` if wrangler fails. */
export const wranglerFor =
  ({ account }) =>
  async (...args) => {
    const { status, output } = await runWrangler(args, account)
    if (status !== 0) throw new Problem(`wrangler ${args.join(' ')} failed:\n\n${output}`)
    return output
  }

/** Runs wrangler, which asks no questions, and returns its status and its output. */
export async function runWrangler(args, account) {
  const accountVariable = account === undefined ? {} : { CLOUDFLARE_ACCOUNT_ID: account }
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', ...accountVariable }
  const child = spawn('wrangler', args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (errors += text))
  const [status] = await once(child, 'close').catch((error) => {
    throw new Problem(`wrangler cannot be started: ${error.message}. Run npm install first.`)
  })
  return { status, output: status === 0 ? output : `${output}${errors}` }
}

/** Returns the JSON in the output of wrangler, which may begin with other lines. */
export function jsonIn(output) {
  const start = output.search(/^[[{]/m)
  try {
    return JSON.parse(output.slice(start))
  } catch {
    throw new Problem(`wrangler printed no JSON:\n\n${output}`)
  }
}
