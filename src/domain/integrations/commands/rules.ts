import { badRequest, notFound } from '../../../api/errors'

export type Command = {
  id: number
  name: string
  description: string
  usage_hint: string
  /** The bot that sends the answers. */
  bot_id: number
  url: string
}

export const MAX_COMMANDS = 100

/** So long, and so often, a program may answer a command or a press after its first answer. */
export const LATE_ANSWER_SECONDS = 30 * 60
export const MAX_LATE_ANSWERS = 5

export const invalidCommandName = badRequest(
  () => 'The name of a command has 1 to 32 characters: small letters, digits, - and _',
)
export const commandNameTaken = badRequest((f: { name: string }) => `There is a command /${f.name} already`)
export const tooManyCommands = badRequest(() => `An organization has at most ${MAX_COMMANDS} commands`)
export const noSuchCommand = badRequest(() => 'No such command')
export const answerIsUnknown = notFound(() => 'No run of a command has this address')
export const answerIsLate = badRequest(() => 'The time to answer this command has passed')
export const tooManyAnswers = badRequest(() => `A command has at most ${MAX_LATE_ANSWERS} late answers`)
export const answerIsUnreadable = badRequest(() => 'The answer has no text, or cannot be read')
export const commandFailed = badRequest((f: { name: string; why: string }) => `/${f.name} failed: ${f.why}.`)

/** Why the address of a program was not called, or did not answer. */
export const FAILURES = {
  address: 'this server does not call its address',
  disabled: 'this server calls no programs',
  'too-large': 'its answer is too large',
  'too-many-redirects': 'its address leads elsewhere',
  late: 'it did not answer',
  unreachable: 'it did not answer',
} as const

/** The clients of this API have these commands themselves. */
const BUILT_IN = new Set(['me', 'poll', 'todo', 'ping', 'night', 'day', 'dark', 'light', 'fluid-width', 'fixed-width'])

/** Returns why a command cannot have this name. */
export function refusalOfName(name: string, others: readonly Pick<Command, 'name'>[]) {
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name)) return invalidCommandName({})
  if (BUILT_IN.has(name) || others.some((other) => other.name === name)) return commandNameTaken({ name })
  return others.length >= MAX_COMMANDS ? tooManyCommands({}) : undefined
}
