import type { AnswerOf, Failure, ParametersOf, Route } from '../../client-state/wire'
import type { Environment } from './environment'
import { written } from './parameters'
import type { Session } from './session'

/** The server refused a request. `code` is the API's error code, and `message` the server's sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The other fields of the response. */
    readonly fields: Record<string, unknown> = {},
  ) {
    super(translate(code, message))
  }
}

type Translate = (code: string, message: string) => string
let translate: Translate = (_, message) => message

/** From now on, refusals have the text that this function returns. `message` is the server's English text. */
export const translateRefusals = (next: Translate): void => void (translate = next)

/** Returns a text of the server, which is no message of a refusal, in the language of the user. */
export const textOfServer = (text: string): string => translate('', text)

/** The server failed. `text` says why, if the server knows, and the operator finds `request_id` in the log. */
export type Fault = { text: string; request_id: string }

/** No answer to the request arrived: the browser is offline, the server cannot be reached, or it has a fault for all requests. */
class Unreachable extends Error {
  constructor(
    message: string,
    readonly fault?: Fault,
  ) {
    super(message)
  }
}

/** Returns the fault of the server that an error is, or undefined if it is another error. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof Unreachable) return error.fault
  if (!(error instanceof Refusal) || error.status < 500) return undefined
  const { request_id } = error.fields
  return { text: '', request_id: typeof request_id === 'string' ? request_id : '' }
}

const MAX_WAIT_SECONDS = 30

type Options = { keepalive?: boolean; session?: string | undefined }

/** What follows a route: parameters, unless all of them are optional, and options. */
export type Arguments<Of extends Route> =
  {} extends ParametersOf<Of>
    ? [parameters?: ParametersOf<Of>, options?: Options]
    : [parameters: ParametersOf<Of>, options?: Options]

/**
 * Sends a request such as `POST /messages` as the user, and returns the answer. Parameters in the path, such as `:message_id`, are
 * among the others. Throws `Refusal` or `Unreachable`. Waits and repeats the request if the rate limit asks for it. The server
 * refuses it if another user has logged in with this browser.
 */
export type Ask = <Of extends Route>(route: Of, ...rest: Arguments<Of>) => Promise<AnswerOf<Of>>

export function createAsk(
  environment: Pick<Environment, 'api' | 'kept' | 'later' | 'silence'>,
  sessionOf: Pick<Session, 'own' | 'headers'>,
  signal?: AbortSignal,
): Ask {
  return async function ask<Of extends Route>(route: Of, ...rest: Arguments<Of>): Promise<AnswerOf<Of>> {
    const [parameters = {}, { keepalive = false, session = sessionOf.own() } = {}] = rest
    const { method, path, fields } = written(route, parameters)
    const form = new URLSearchParams(fields)
    const isRead = method === 'GET'
    const query = isRead && form.size > 0 ? `?${form.toString()}` : ''
    const response =
      (await environment.kept?.(route, parameters)) ??
      (await attempt(
        `${environment.api}${path}${query}`,
        {
          method,
          keepalive,
          // What ends is sent to the end.
          signal: keepalive ? null : (signal ?? null),
          headers: sessionOf.headers(session),
          ...(isRead ? {} : { body: form }),
        },
        environment.silence?.(route),
      ).catch(async (error: unknown) => {
        const answer = await environment.later?.(route, parameters)
        if (answer) return answer
        throw error
      }))
    if (response.ok) return bodyOf(response)
    const body = await bodyOf<Refused>(response)
    const wait = Number(response.headers.get('retry-after') ?? body['retry-after'] ?? 0)
    if (response.status === 429 && wait > 0 && wait <= MAX_WAIT_SECONDS) {
      await pause(wait * 1000)
      return ask(route, ...rest)
    }
    throw new Refusal(response.status, body.code ?? '', body.msg ?? response.statusText, body)
  }
}

/** The fields of a refusal. A proxy may refuse without any. */
type Refused = Partial<Failure> & Record<string, unknown>

async function attempt(url: string, init: RequestInit, silence: Promise<never>[] = []): Promise<Response> {
  const answer = fetch(url, { credentials: 'same-origin', ...init })
  const response = await Promise.race([answer, ...silence]).catch((error: unknown) => {
    throw new Unreachable(String(error))
  })
  if (response.status >= 502) throw new Unreachable(`${response.status}`, await faultIn(response))
  return response
}

/** Returns what the server says of itself. A proxy before it gives no id to a request. */
async function faultIn(response: Response): Promise<Fault | undefined> {
  const request_id = response.headers.get('x-request-id')
  if (request_id === null) return undefined
  const { code, msg = '' } = await bodyOf<Refused>(response)
  return { text: code === undefined ? '' : translate(code, msg), request_id }
}

/** Returns the JSON of a response, which has the type that the server declares. What is no JSON is an object without fields. */
async function bodyOf<Body>(response: Response): Promise<Body> {
  const text = await response.text()
  let body: Body
  try {
    body = JSON.parse(text)
  } catch {
    body = JSON.parse('{}')
  }
  return body
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
