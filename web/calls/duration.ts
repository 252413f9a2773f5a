/** Returns the minutes and seconds since a time. */
export function lengthSince(started_at: number, now: number): string {
  const seconds = Math.max(0, Math.floor(now - started_at))
  const minutes = Math.floor(seconds / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  if (minutes < 60) return `${minutes}:${rest}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}
