import {
  addressOfLink,
  renderEmail,
  secretFor,
  type Email,
  type RenderedEmail,
  type SecretLink,
  type Secrets,
} from './email'
import { emailSender, type EmailBinding, type SendEmail } from './email-sender'
import type { Sql } from './realm-sql'
import { withTimeLimit } from './time-limit'

const RETRY_AFTER_SECONDS = [10, 60, 300, 1800]
const LONGEST_PAUSE_SECONDS = 3600
const EMAILS_PER_BATCH = 20
const MOST_SECONDS_PER_EMAIL = 20
const MOST_IN_MAILBOX = 200

/** The platform's binding for email, if the deployment has one. */
export type EmailEnv = { EMAIL?: EmailBinding }

type Clock = { now(): number; wakeAt(seconds: number): void }
type Facts = Secrets & Clock & { development: boolean; mail_from: string }

/** Returns a realm's queue. A development server sends nothing and shows the emails in a mailbox. */
export const emailQueueFor = (sql: Sql, { EMAIL }: EmailEnv, facts: Facts): EmailQueue =>
  new EmailQueue(sql, facts.development ? undefined : emailSender(EMAIL, facts.mail_from), facts, facts)

type Row = { seq: number; email: string; failures: number; expires_at: number }

/**
 * Emails wait in a table. An action adds one in its transaction, and due work sends it later, so no request waits for it. An
 * email that could not be sent is sent again until it expires. A crash between sending and deleting sends an email twice.
 */
export class EmailQueue {
  #delivering: Promise<void> | undefined
  // The alarm fires soon after each message, and emails are rare: if none waits, the table is not read.
  #mayWait = true

  constructor(
    readonly sql: Sql,
    readonly send: SendEmail | undefined,
    readonly secrets: Secrets,
    readonly clock: Clock,
  ) {}

  /** Adds an email, which is useless after `expires_at`. */
  add(email: Email, expires_at: number): void {
    const now = this.clock.now()
    this.sql
      .run`INSERT INTO emails (email, due_at, expires_at) VALUES (${JSON.stringify(email)}, ${now}, ${expires_at})`
    this.#mayWait = true
    this.clock.wakeAt(now)
  }

  secretOf(seed: string): string {
    return secretFor(seed, this.secrets)
  }

  /** Returns the address of a link, for users who may see it without an email. */
  addressOfLink(link: SecretLink): string {
    return addressOfLink(link, this.secrets)
  }

  /** Sends a batch of what is due, unless a batch is being sent. Returns the next time at which an email is due. */
  async deliver(): Promise<number | undefined> {
    if (!this.#mayWait) return undefined
    this.#delivering ??= this.#deliverDue().finally(() => (this.#delivering = undefined))
    await this.#delivering
    const { next } = this.sql.one<{ next: number | null }>`SELECT min(due_at) AS next FROM emails`
    this.#mayWait = next !== null
    return next ?? undefined
  }

  async #deliverDue(): Promise<void> {
    const rows = this.sql.all<Row>`
      SELECT seq, email, failures, expires_at FROM emails WHERE due_at <= ${this.clock.now()}
      ORDER BY due_at, seq LIMIT ${EMAILS_PER_BATCH}`
    for (const row of rows) await this.#deliverOne(row)
  }

  async #deliverOne({ seq, email, failures, expires_at }: Row): Promise<void> {
    const now = this.clock.now()
    try {
      const rendered = renderEmail(JSON.parse(email) as Email, this.secrets)
      if (this.send) await withTimeLimit(MOST_SECONDS_PER_EMAIL, this.send(rendered))
      else this.#addToMailbox(rendered)
      this.sql.run`DELETE FROM emails WHERE seq = ${seq}`
    } catch (error) {
      const due_at = now + (RETRY_AFTER_SECONDS[failures] ?? LONGEST_PAUSE_SECONDS)
      // Logs do not name the recipient.
      console.warn(`Email ${seq} could not be sent${due_at > expires_at ? ' and has expired' : ''}:`, error)
      if (due_at > expires_at) this.sql.run`DELETE FROM emails WHERE seq = ${seq}`
      else this.sql.run`UPDATE emails SET due_at = ${due_at}, failures = ${failures + 1} WHERE seq = ${seq}`
    }
  }

  #addToMailbox(email: RenderedEmail): void {
    const { seq } = this.sql.one<{ seq: number }>`
      INSERT INTO mailbox (sent_at, sent) VALUES (${this.clock.now()}, ${JSON.stringify(email)}) RETURNING seq`
    this.sql.run`DELETE FROM mailbox WHERE seq <= ${seq - MOST_IN_MAILBOX}`
  }

  /** Returns the emails that a development server would have sent, newest first. */
  mailbox(): (RenderedEmail & { sent_at: number })[] {
    return this.sql.all<{ sent_at: number; sent: string }>`SELECT sent_at, sent FROM mailbox ORDER BY seq DESC`.map(
      ({ sent_at, sent }) => ({ ...(JSON.parse(sent) as RenderedEmail), sent_at }),
    )
  }
}
