import type { AnswerOf, Failure, Route } from '../../client-state/wire'
import { written } from './parameters'
import { Refusal, type Arguments } from './requests'
import type { Environment } from './environment'
import type { Session } from './session'

export type Sender = { environment: Pick<Environment, 'api'>; session: Pick<Session, 'headers'> }

/** Sends a file as the only file of a form, with the fields. Throws `Refusal`, as `ask` does. */
export async function sendFile<Of extends Route>(
  { environment, session }: Sender,
  route: Of,
  file: Blob,
  ...[parameters = {}]: Arguments<Of>
): Promise<AnswerOf<Of>> {
  const { method, path, fields } = written(route, parameters)
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  body.append('file', file, file instanceof File ? file.name : 'picture.png')
  const response = await fetch(`${environment.api}${path}`, {
    method,
    body,
    headers: session.headers(),
    credentials: 'same-origin',
  })
  if (response.ok) {
    const answer: AnswerOf<Of> = await response.json()
    return answer
  }
  const refusal: Partial<Failure> = await response.json().catch(() => ({}))
  throw new Refusal(response.status, refusal.code ?? '', refusal.msg ?? response.statusText)
}
