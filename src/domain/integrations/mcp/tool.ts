import * as v from 'valibot'
import { jsonSchemaOf } from '../../../api/documentation/json-schema'
import type { Schemas } from '../../../api/endpoint'
import type { Edge } from '../../../edge'
import type { Scope } from '../../people/agents/scopes'
import { invalidArguments } from './rules'

/** Who calls a tool. A program with an API key has no `agent_id`. */
export type AgentCaller = { user_id: number; agent_id: number | null; scopes: readonly Scope[] }

/** What a tool does to the messages of the user, for clients that ask before they call it. */
type Effect = 'reads' | 'adds' | 'changes' | 'repeats'

/**
 * A tool of agents. It composes declared endpoints: `edge.call` sends their requests as the user of the agent, so that no tool
 * has rights of its own. `run` returns JSON, which `answer-rules.ts` bounds.
 */
export type Tool = {
  name: string
  scope: Scope
  writes: boolean
  definition: object
  call(edge: Edge, args: unknown, caller: AgentCaller): Promise<object>
}

type Declaration<Params extends Schemas> = {
  name: string
  title: string
  description: string
  scope: Scope
  effect: Effect
  params: Params
  run: (
    edge: Edge,
    params: v.InferOutput<v.StrictObjectSchema<Params, undefined>>,
    caller: AgentCaller,
  ) => Promise<object>
}

export function tool<Params extends Schemas>(declaration: Declaration<Params>): Tool {
  const { name, title, description, scope, effect, params, run } = declaration
  const schema = v.strictObject(params)
  return {
    name,
    scope,
    writes: effect !== 'reads',
    get definition() {
      const inputSchema = { ...brief(jsonSchemaOf(schema)), additionalProperties: false }
      return { name, title, description, inputSchema, annotations: annotationsOf(effect) }
    },
    async call(edge, args, caller) {
      const parsed = v.safeParse(schema, args ?? {}, { abortEarly: true })
      if (!parsed.success) throw invalidArgument(parsed.issues[0])
      return run(edge, parsed.output, caller)
    },
  }
}

/** Returns the error about one argument: its place, and what the schema expects. */
const invalidArgument = (issue: v.BaseIssue<unknown>) =>
  invalidArguments({ place: v.getDotPath(issue) ?? 'arguments', problem: issue.message.slice(0, 200) })

/** A model reads all definitions each time. It does not come near the limits of names and lists, and the server checks them. */
const brief = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) => (isNeedless(key, value) ? undefined : mergedTypes(value)))

const isNeedless = (key: string, value: unknown): boolean =>
  (key === 'maxLength' && typeof value === 'number' && value <= MAX_NAME_LENGTH) ||
  (key === 'required' && Array.isArray(value) && value.length === 0) ||
  key === 'maxItems' ||
  (key === 'minimum' && value === 0) ||
  (key === 'default' && value === '')

const MAX_NAME_LENGTH = 1024

/** Returns `anyOf` of types without rules as one list of types. */
function mergedTypes(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.anyOf)) return value
  const { anyOf, ...rest } = value
  const types = anyOf.flatMap((one: unknown) => (isRecord(one) && Object.keys(one).join() === 'type' ? [one.type] : []))
  return types.length === anyOf.length ? { type: types, ...rest } : value
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const annotationsOf = (effect: Effect) => ({
  readOnlyHint: effect === 'reads',
  ...(effect === 'reads'
    ? {}
    : { destructiveHint: effect === 'changes', ...(effect === 'repeats' ? { idempotentHint: true } : {}) }),
  openWorldHint: false,
})
