import { apiError } from '../../../api/errors'
import { standardWebhooks } from '../../../integrations/signatures'

export const wrongReportSignature = apiError('UNAUTHORIZED', () => 'The report is not signed by the provider')

type SignedReport = { headers: Headers; bytes: Uint8Array; secret: string; now: number }

/** Whether the provider signed the report: with Standard Webhooks, whose headers some providers call `svix-…`. */
export const isSignedReport = ({ headers, bytes, secret, now }: SignedReport): boolean => {
  const header = (name: string) => headers.get(name) ?? headers.get(name.replace('webhook-', 'svix-')) ?? undefined
  return secret !== '' && standardWebhooks({ header, bytes, url: '', secret, now }) === 'valid'
}

const MAX_ADDRESSES = 5
const FINAL_TYPES = new Set(['email.bounced', 'email.complained', 'email.suppressed'])

/** Returns the addresses that get nothing more, from a report of a provider, and why. */
export function refusedIn(report: unknown): { addresses: string[]; reason: string } {
  const { type, data } = fieldsOf(report)
  const { to, bounce } = fieldsOf(data)
  const { type: kind, message } = fieldsOf(bounce)
  const isTemporary = typeof kind === 'string' && /^(transient|undetermined|soft)/i.test(kind)
  if (typeof type !== 'string' || !FINAL_TYPES.has(type) || isTemporary) return { addresses: [], reason: '' }
  const addresses = [to].flat().filter((address) => typeof address === 'string' && /^[^\s@]+@[^\s@]+$/.test(address))
  return {
    addresses: addresses.slice(0, MAX_ADDRESSES).map((address) => String(address).slice(0, 320)),
    reason: `${type}${typeof message === 'string' ? `: ${message}` : ''}`
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 200),
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
