import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'

/** What the model reads: what to do, and the texts of people, which are data. */
export type Question = { instruction: string; data: string }

/** What a model answered, and how many tokens it counted; 0 if it does not say. */
export type Completion = { text: string; input_tokens: number; output_tokens: number }

const MAX_OUTPUT_TOKENS = 2000

/** Returns the messages of a question in the form that models of completion APIs read. */
export const messagesOf = ({ instruction, data }: Question) => [
  { role: 'system', content: instruction },
  { role: 'user', content: data },
]

/** Returns the body of a request to the usual completion API. */
export const completionRequest = (model: string, question: Question): string =>
  JSON.stringify({ model, messages: messagesOf(question), max_tokens: MAX_OUTPUT_TOKENS, stream: false })

/** Returns the input of the platform's model. */
export const platformRequest = (question: Question) => ({
  messages: messagesOf(question),
  max_tokens: MAX_OUTPUT_TOKENS,
  stream: false,
})

const count = v.optional(v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10_000_000)), 0), 0)
const usageShape = v.optional(
  v.fallback(v.object({ prompt_tokens: count, completion_tokens: count }), { prompt_tokens: 0, completion_tokens: 0 }),
  { prompt_tokens: 0, completion_tokens: 0 },
)
const completionShape = v.object({
  choices: v.pipe(v.array(v.object({ message: v.object({ content: v.string() }) })), v.minLength(1)),
  usage: usageShape,
})
const platformShape = v.object({ response: v.string(), usage: usageShape })

/** Returns what a completion API answered, or undefined if the body is something else. */
export function readCompletion(body: string): Completion | undefined {
  const answer = v.safeParse(completionShape, parseJson(body))
  if (!answer.success) return undefined
  const { choices, usage } = answer.output
  return completionOf(choices[0]!.message.content, usage)
}

/** Returns what the platform's model answered, or undefined. Some of its models answer as completion APIs do. */
export function readPlatformAnswer(answer: unknown): Completion | undefined {
  const own = v.safeParse(platformShape, answer)
  if (own.success) return completionOf(own.output.response, own.output.usage)
  const usual = v.safeParse(completionShape, answer)
  return usual.success ? completionOf(usual.output.choices[0]!.message.content, usual.output.usage) : undefined
}

function completionOf(
  content: string,
  { prompt_tokens, completion_tokens }: v.InferOutput<typeof usageShape>,
): Completion | undefined {
  const text = withoutThoughts(content).trim()
  return text === '' ? undefined : { text, input_tokens: prompt_tokens, output_tokens: completion_tokens }
}

const THOUGHTS_BEGIN = '<think>'
const THOUGHTS_END = '</think>'

/** Some models write what they think before what they answer. */
function withoutThoughts(content: string): string {
  const end = content.indexOf(THOUGHTS_END)
  return content.trimStart().startsWith(THOUGHTS_BEGIN) && end !== -1
    ? content.slice(end + THOUGHTS_END.length)
    : content
}
