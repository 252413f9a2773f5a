import { dayOf } from './days'
import type { Sql, SqlReader } from './realm-sql'

/** What became of an email or of a push notification. */
export type Outcome =
  | 'sent'
  | 'failed' // one attempt; another one follows
  | 'expired' // after the last attempt
  | 'refused' // by the recipient's server or the provider, for ever
  | 'suppressed' // not sent, because the address refused an earlier email
  | 'not_needed' // the user has read the messages

type Medium = 'push' | 'email'
export type DeliveryFigure = { day: number; medium: Medium; outcome: Outcome; count: number }

const DAYS_KEPT = 30

/** Counts outcomes of this day. */
export function countOutcome(sql: Sql, now: number, figure: Omit<DeliveryFigure, 'day'>): void {
  const { medium, outcome, count } = figure
  const day = dayOf(now)
  if (count === 0) return
  sql.run`
    INSERT INTO delivery_figures (day, medium, outcome, count) VALUES (${day}, ${medium}, ${outcome}, ${count})
    ON CONFLICT (day, medium, outcome) DO UPDATE SET count = count + excluded.count`
  sql.run`DELETE FROM delivery_figures WHERE day <= ${day - DAYS_KEPT}`
}

/** Returns the figures of the last 30 days, the latest day first. */
export const deliveryFigures = (sql: SqlReader, now: number): DeliveryFigure[] =>
  sql.all<DeliveryFigure>`
    SELECT day, medium, outcome, count FROM delivery_figures
    WHERE day > ${dayOf(now) - DAYS_KEPT} ORDER BY day DESC, medium, outcome`
