// Reads the counts of other organizations. Only this worker may connect to other hosts: the policy of the page allows its own. A request
// has no cookie and no key, and always the same form.

declare const self: ServiceWorkerGlobalScope

type Question = { kind?: string; origin?: string; secret?: string }

const SECRET = /^[A-Za-z0-9]{43}$/
const MAX_CHARACTERS = 1000
const MAX_MILLISECONDS = 10_000

self.addEventListener('message', (event) => {
  const { kind, origin = '', secret = '' }: Question = event.data ?? {}
  const [port] = event.ports
  if (kind !== 'counts' || port === undefined) return
  event.waitUntil(countsAt(origin, secret).then((counts) => port.postMessage(counts)))
})

/** Returns the answer of a count address, with its status. Undefined if nothing usable came. */
async function countsAt(origin: string, secret: string): Promise<{ status: number; text: string } | undefined> {
  if (!SECRET.test(secret) || !URL.canParse(origin) || new URL(origin).origin !== origin) return undefined
  try {
    const response = await fetch(`${origin}/api/v1/parley/counts/${secret}`, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(MAX_MILLISECONDS),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      text += piece.value
      if (text.length <= MAX_CHARACTERS) continue
      void reader?.cancel()
      return undefined
    }
    return { status: response.status, text }
  } catch {
    return undefined
  }
}

export {}
