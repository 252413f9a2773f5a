/** The longest pause that another server can ask for. */
const MAX_SECONDS = 86_400

/** Returns how many seconds another server asks to wait before the next request: `Retry-After` has a number, or a date. */
export function retryAfterSeconds(header: string | null | undefined, now: number): number {
  const value = header?.trim() ?? ''
  const date = value.endsWith('GMT') ? Date.parse(value) / 1000 - now : 0
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : date
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), MAX_SECONDS) : 0
}
