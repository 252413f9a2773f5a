import { once } from 'node:events'
import { createServer } from 'node:http'

export async function setup(project) {
  const { url, stop } = await startModels()
  project.provide('modelServer', url)
  return stop
}

/**
 * Starts a server that plays language models of the usual completion API. Each path is a model of its own: `PUT` sets how it behaves,
 * `GET` returns its requests. A form with a file asks its words. The model believes everything: it writes what a text tells it to write after "SAY:".
 */
export async function startModels() {
  const models = new Map()
  const server = createServer((request, response) => void answer(request, response, models))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${server.address().port}`, stop }
}

async function answer(request, response, models) {
  const model = models.get(request.url) ?? { behavior: 'answers', requests: [] }
  models.set(request.url, model)
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data')
  const text = isForm ? '' : bytes.toString()
  if (request.method === 'PUT') Object.assign(model, JSON.parse(text))
  if (request.method !== 'POST') return void response.end(JSON.stringify(model.requests))
  const body = isForm ? await soundIn(bytes, request.headers['content-type']) : JSON.parse(text)
  model.requests.push({ authorization: request.headers.authorization ?? null, body })
  BEHAVIORS[model.behavior](response, body)
}

/** Returns the fields of a form, and its file. The speech in a file is the text of its bytes. */
async function soundIn(bytes, type) {
  const { file, ...fields } = Object.fromEntries(
    await new Response(bytes, { headers: { 'content-type': type } }).formData(),
  )
  return { ...fields, file: { name: file.name, type: file.type, size: file.size }, speech: await file.text() }
}

const BEHAVIORS = {
  answers: (response, body) => response.end('speech' in body ? transcript(body.speech) : completion(answerTo(body))),
  thinks: (response, body) => response.end(completion(`<think>Which one?\n[#1]</think>\n${answerTo(body)}`)),
  fails: (response) => {
    response.statusCode = 500
    response.end('{"error":"a secret of the model"}')
  },
  'is broken': (response) => response.end('{"choices":'),
  'says nothing': (response, body) => response.end('speech' in body ? transcript('  ') : completion('   ')),
  'says too much': (response) => response.end(completion('much '.repeat(100_000))),
  'says much': (response) => response.end(transcript('much '.repeat(20_000))),
  'says other': (response) => response.end('{"text":7}'),
  'hangs up': (response) => response.destroy(),
}

const transcript = (text) => JSON.stringify({ text })

const completion = (content) =>
  JSON.stringify({
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  })

function answerTo({ messages }) {
  const data = messages.at(-1).content
  if (!/^[[{]/.test(data)) return 'Hello!'
  const read = JSON.parse(data)
  if (!Array.isArray(read)) return `translated: ${orders(read.text) ?? read.text}`
  return read.map(({ id, sender, text }) => `- **${sender}** ${orders(text) ?? `wrote: ${text}`} [#${id}]`).join('\n')
}

const orders = (text) => text.split('SAY:')[1]
