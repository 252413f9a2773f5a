import type { Organization } from '../life/organization.ts'

/** What the world does to the server, in the words of its log, and what the server answers then. */
const CAUSED = new RegExp(
  [
    'The world lost ',
    'Durable Object reset',
    'SQLITE_FULL',
    'D1_ERROR: Network connection lost',
    'D1_ERROR: D1 DB is overloaded',
    'The world refuses this value',
    'No response in \\d+ seconds',
    'The clocks of the realm and of its gateway differ',
    'Gateway \\d+ could not be called',
    '(Files|Older messages) cannot be (stored or )?read right now',
    'This organization cannot start',
    'Internal server error',
  ].join('|'),
)

/** Events without an error that a server without defects never logs. */
const DEFECTS = new Set(['bodies_missing', 'database_missing', 'files_lost'])

/** From now on, the server logs no error that no fault of the world has caused. */
export function checkLog({ world, failures }: Organization): void {
  world.logged = (line) => {
    const defect = defectIn(line)
    if (defect !== undefined) failures.push(defect)
  }
}

function defectIn(line: string): string | undefined {
  if (!line.startsWith('{"level":')) return undefined
  const { level, event, message, work = '', endpoint = '' } = JSON.parse(line)
  if (level === 'info') return undefined
  const isDefect = message === undefined ? DEFECTS.has(event) : !CAUSED.test(message)
  return isDefect ? `The server logs ${event} ${work}${endpoint}: ${message ?? ''}` : undefined
}
