import { badRequest, type ApiError } from '../../../api/errors'
import type { Domain } from './domain'

export const invalidDomain = badRequest((f: { why: string }) => `Invalid domain: ${f.why}`)
export const domainExists = badRequest(
  (f: { domain: string }) => `The domain ${f.domain} is already a part of your organization.`,
)
export const domainDoesNotExist = badRequest((f: { domain: string }) => `No entry found for domain ${f.domain}.`)

/** Returns the form in which domains are stored and compared: lower case. */
export const normalizedDomain = (domain: string): string => domain.trim().toLowerCase()

const MAX_DOMAIN_LENGTH = 80

/** Refuses a normalized domain that is not a domain, or that is among the existing ones. */
export function refusalOfDomain(domain: string, existing: readonly Domain[]): ApiError | undefined {
  const why = faultOf(domain)
  if (why !== undefined) return invalidDomain({ why })
  return existing.some((other) => other.domain === domain) ? domainExists({ domain }) : undefined
}

function faultOf(domain: string): string | undefined {
  if (domain === '') return "Domain can't be empty."
  if (domain.length > MAX_DOMAIN_LENGTH) return 'Domain is too long.'
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)'
  if (domain.startsWith('.') || domain.endsWith('.')) return 'Domain cannot start or end with a dot (.)'
  const labels = domain.split('.')
  if (labels.includes('')) return "Consecutive '.' are not allowed."
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-')))
    return "Subdomains cannot start or end with a '-'."
  return /^[a-z0-9.-]+$/.test(domain) ? undefined : "Domain can only have letters, numbers, '.' and '-'s."
}
