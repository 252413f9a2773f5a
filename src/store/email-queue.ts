import { logLine } from '../api/log-line'
import { hash } from 'node:crypto'
import { countOutcome, type Outcome } from './delivery-figures'
import {
  addressOfLink,
  isReserved,
  renderEmail,
  secretFor,
  type Email,
  type RenderedEmail,
  type SecretLink,
  type Secrets,
} from './email'
import {
  emailSender,
  EmailRefusal,
  NO_SENDER,
  type EmailBinding,
  type EmailConfig,
  type SendEmail,
} from './email-sender'
import { isSuppressed, suppressAddress } from './email-suppressions'
import type { Sql } from './realm-sql'
import { repeatedPause } from './retry-schedules'
import { withTimeLimit } from './time-limit'

const EMAILS_PER_BATCH = 20
const MAX_SECONDS_PER_EMAIL = 20
/** No email of a batch begins later: other work of the realm waits for the alarm. */
const BATCH_SECONDS = 5
const PAUSE_AFTER_LATE_BATCH_SECONDS = 60
const MAX_IN_MAILBOX = 200
const ID_LENGTH = 32

/** The platform's binding for email, if the deployment has one. */
export type EmailEnv = { EMAIL?: EmailBinding }

type Clock = { now(): number; wakeAt(seconds: number): void }
type Facts = Secrets & Clock & EmailConfig & { development: boolean }

/** Returns a realm's queue. A development server shows the emails in a mailbox, unless it has a server to try. */
export const emailQueueFor = (sql: Sql, { EMAIL }: EmailEnv, facts: Facts): EmailQueue =>
  new EmailQueue(sql, senderOf(EMAIL, facts), facts, facts)

const senderOf = (binding: EmailBinding | undefined, facts: Facts): SendEmail | undefined =>
  facts.development && facts.smtp_url === ''
    ? undefined
    : emailSender(binding, facts, { secrets: facts, now: () => facts.now() })

/** Composes an email from its facts when it is sent. Returns undefined if it is not needed any more. */
export type ComposeEmail<Facts> = (facts: Facts) => Promise<RenderedEmail | undefined>

/** An email in the queue, as administrators see it. */
export type WaitingEmail = { id: number; due_at: number; expires_at: number; failures: number; error: string | null }

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300)

const composeNothing = async () => undefined

type Row = { seq: number; email: string; failures: number; expires_at: number }

/**
 * Emails wait in a table. An action adds one in its transaction, and due work sends it later, so no request waits for it. An
 * email that could not be sent is sent again until it expires. A crash between sending and deleting sends an email twice.
 */
export class EmailQueue {
  #delivering: Promise<void> | undefined
  // The alarm fires soon after each message, and emails are rare: if none waits, the table is not read.
  #mayWait = true
  // A provider that does not answer takes seconds of each batch.
  #pausedUntil = 0
  readonly #outcomes = new Map<Outcome, number>()
  /** How many attempts ended how since the object woke. */
  readonly ended = { sent: 0, failed: 0 }

  constructor(
    readonly sql: Sql,
    readonly send: SendEmail | undefined,
    readonly secrets: Secrets,
    readonly clock: Clock,
  ) {}

  /** Whether an email would be sent, so that it is worth a row. */
  get canSend(): boolean {
    return this.send !== NO_SENDER
  }

  /** Adds an email, which is useless after `expires_at`. */
  add(email: Email, expires_at: number): void {
    if (isReserved(email.to)) return
    this.#insert(email, expires_at)
  }

  /** Adds the facts of an email that is composed when it is sent. They contain no text of a user. */
  addFacts(facts: object, expires_at: number): void {
    this.#insert({ facts }, expires_at)
  }

  #insert(email: object, expires_at: number): void {
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
  async deliver<Facts>(compose: ComposeEmail<Facts> = composeNothing): Promise<number | undefined> {
    if (!this.#mayWait) return undefined
    if (this.clock.now() < this.#pausedUntil) return this.#pausedUntil
    this.#delivering ??= this.#deliverDue(compose).finally(() => (this.#delivering = undefined))
    await this.#delivering
    const { next } = this.sql.one<{ next: number | null }>`SELECT min(due_at) AS next FROM emails`
    this.#mayWait = next !== null
    return next === null ? undefined : Math.max(next, this.#pausedUntil)
  }

  async #deliverDue<Facts>(compose: ComposeEmail<Facts>): Promise<void> {
    const rows = this.sql.all<Row>`
      SELECT seq, email, failures, expires_at FROM emails WHERE due_at <= ${this.clock.now()}
      ORDER BY due_at, seq LIMIT ${EMAILS_PER_BATCH}`
    const until = this.clock.now() + BATCH_SECONDS
    for (const row of rows) {
      await this.#deliverOne(row, compose)
      if (this.clock.now() > until) {
        this.#pausedUntil = this.clock.now() + PAUSE_AFTER_LATE_BATCH_SECONDS
        break
      }
    }
    // A row for each outcome of the batch, and not for each email.
    for (const [outcome, count] of this.#outcomes) {
      countOutcome(this.sql, this.clock.now(), { medium: 'email', outcome, count })
      if (outcome === 'sent') this.ended.sent += count
      else if (outcome !== 'not_needed') this.ended.failed += count
    }
    this.#outcomes.clear()
  }

  async #deliverOne<Facts>(row: Row, compose: ComposeEmail<Facts>): Promise<void> {
    const { seq, email, failures, expires_at } = row
    const now = this.clock.now()
    let to: string | undefined
    try {
      const stored = JSON.parse(email) as Email | { facts: Facts }
      const rendered = 'facts' in stored ? await compose(stored.facts) : renderEmail(stored, this.secrets)
      if (rendered === undefined) return this.#finish(seq, 'not_needed')
      to = rendered.to
      if (isReserved(to)) return this.#finish(seq, 'not_needed')
      if (isSuppressed(this.sql, to, now)) return this.#finish(seq, 'suppressed')
      await this.#send(rendered, seq)
      this.#finish(seq, 'sent')
    } catch (error) {
      const due_at = now + repeatedPause('email', failures + 1)
      const isRefused = error instanceof EmailRefusal
      // Logs and lists do not name the recipient.
      const text = textOf(error).replaceAll(/(?<!\S)\S+@\S+/g, '…')
      logLine('warn', 'email_not_sent', {
        realm: this.secrets.realm_name,
        email: seq,
        expired: due_at > expires_at,
        reason: text,
      })
      if (isRefused && error.of === 'address' && to !== undefined) suppressAddress(this.sql, to, { now, error: text })
      if (isRefused) return this.#finish(seq, 'refused')
      if (due_at > expires_at) return this.#finish(seq, 'expired')
      this.#count('failed')
      this.sql.run`UPDATE emails SET due_at = ${due_at}, failures = ${failures + 1}, error = ${text} WHERE seq = ${seq}`
    }
  }

  #finish(seq: number, outcome: Outcome): void {
    this.sql.run`DELETE FROM emails WHERE seq = ${seq}`
    this.#count(outcome)
  }

  #count(outcome: Outcome): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
  }

  async #send(email: RenderedEmail, seq: number): Promise<void> {
    const id = hash('sha256', `${this.secrets.realm_name} ${seq}`, 'hex').slice(0, ID_LENGTH)
    if (this.send) await withTimeLimit(MAX_SECONDS_PER_EMAIL, this.send(email, id))
    else this.#addToMailbox(email)
  }

  /** Returns the number of emails that wait, and the first of them, without their recipients and texts. */
  waiting(most: number): { count: number; emails: WaitingEmail[] } {
    const { count } = this.sql.one<{ count: number }>`SELECT count(*) AS count FROM emails`
    const emails = this.sql.all<WaitingEmail>`
      SELECT seq AS id, due_at, expires_at, failures, error FROM emails ORDER BY due_at, seq LIMIT ${most}`
    return { count, emails }
  }

  #addToMailbox(email: RenderedEmail): void {
    const { seq } = this.sql.one<{ seq: number }>`
      INSERT INTO mailbox (sent_at, sent) VALUES (${this.clock.now()}, ${JSON.stringify(email)}) RETURNING seq`
    this.sql.run`DELETE FROM mailbox WHERE seq <= ${seq - MAX_IN_MAILBOX}`
  }

  /** Returns the emails that a development server would have sent, newest first. */
  mailbox(): (RenderedEmail & { sent_at: number })[] {
    return this.sql.all<{ sent_at: number; sent: string }>`SELECT sent_at, sent FROM mailbox ORDER BY seq DESC`.map(
      ({ sent_at, sent }) => ({ ...(JSON.parse(sent) as RenderedEmail), sent_at }),
    )
  }
}
