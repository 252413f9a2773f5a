import { SVC_VERSION } from '../../src/domain/realm/settings/limits.ts'
import { Failure, FAILED } from './failure.ts'

/** What the push service answers to the registration of a server. */
export type FormAnswer = {
  result?: string
  msg?: string
  code?: string
  verification_secret?: string
  zulip_org_id?: string
  zulip_org_key?: string
}

/** A registered server. */
export type Server = { organization: string; key: string }

/** Sends a form to the push service, and returns its answer. Throws if the answer is not of the push service. */
export async function askForm(
  bouncer: string,
  path: string,
  fields: Record<string, string>,
  server?: Server,
): Promise<FormAnswer> {
  const address = `${bouncer.replace(/\/+$/, '')}/api/v1/remotes/${path}`
  const headers = new Headers({ 'user-agent': `ZulipServer/${SVC_VERSION}` })
  if (server) headers.set('authorization', `Basic ${btoa(`${server.organization}:${server.key}`)}`)
  const response = await fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields) })
  if (response.status >= 500) throw new Failure(`The push service failed: status ${response.status}`, FAILED)
  const answer: FormAnswer = await response.json()
  return answer
}
