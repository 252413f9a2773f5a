import type { Json } from '../../client-state/reducer'
import { Refusal } from './requests'
import type { Environment } from './environment'
import type { Session } from './session'

export type Sender = { environment: Pick<Environment, 'api'>; session: Pick<Session, 'headers'> }

/** Sends a file as the only file of a form, with the fields. Throws `Refusal`, as `ask` does. */
export async function sendFile(
  { environment, session }: Sender,
  call: string,
  file: Blob,
  fields: Record<string, unknown> = {},
): Promise<Json> {
  const [method, path] = call.split(' ')
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  body.append('file', file, file instanceof File ? file.name : 'picture.png')
  const response = await fetch(`${environment.api}${path}`, {
    method,
    body,
    headers: session.headers(),
    credentials: 'same-origin',
  })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw new Refusal(response.status, String(answer.code ?? ''), String(answer.msg ?? response.statusText))
}
