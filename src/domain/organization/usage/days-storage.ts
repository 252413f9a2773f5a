import { orUnavailable, type D1 } from '../../../store/d1'
import { dayOf } from '../../../store/days'
import type { Counts } from '../../../store/realm-metrics'

/** What the realm did on a day, as it saved it in D1. */
export type UsageDay = { day: string; messages: number; requests: number; emails: number; pushes: number }

const MAX_DAYS = 30
const DAY_MILLISECONDS = 24 * 3600 * 1000

/** Returns the days up to now on which the realm did something, the latest first. They are days in UTC. */
export async function usageDays(d1: D1, realm_name: string, now: number): Promise<UsageDay[]> {
  // The key of the table begins with the day, and all realms share it.
  const days = Array.from({ length: MAX_DAYS }, (_, index) => dayOf(now) - index)
  const rows = await orUnavailable(
    d1.all<{ day: number; counts: string }>`
      SELECT m.day, m.counts FROM json_each(${days}) AS asked CROSS JOIN realm_metrics AS m
        ON m.day = asked.value AND m.realm_id = ${realm_name}
      ORDER BY m.day DESC`,
  )
  return rows.map(({ day, counts }) => {
    const { messages = 0, requests = 0, emails_sent = 0, pushes_sent = 0 }: Counts = JSON.parse(counts)
    const date = new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10)
    return { day: date, messages, requests, emails: emails_sent, pushes: pushes_sent }
  })
}
