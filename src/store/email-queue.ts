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

/**
 * Letters wait in a table, put there in the transaction of what they are about, and are sent later by due work: whatever
 * asks for one never waits for it, and a letter that could not be sent is tried again. It is sent at least once, as a
 * crash between sending and crossing it out sends it twice.
 */
const TRY_AGAIN_AFTER_SECONDS = [10, 60, 300, 1800]
const LONGEST_PAUSE_SECONDS = 3600
const LETTERS_PER_ROUND = 20
const PATIENCE_SECONDS = 20
const MOST_IN_MAILBOX = 200

/** What the platform gives to send mail with, if it gives anything. */
export type EmailEnv = { EMAIL?: EmailBinding }

type Facts = Secrets & { development: boolean; mail_from: string; now(): number; wakeAt(seconds: number): void }

/** A realm's own, as its deployment is configured. */
export const emailQueueFor = (sql: Sql, { EMAIL }: EmailEnv, facts: Facts): EmailQueue =>
  new EmailQueue(sql, facts.development ? undefined : emailSender(EMAIL, facts.mail_from), facts, facts)

type Row = { seq: number; letter: string; failures: number; keep_until: number }

export class EmailQueue {
  #delivering: Promise<void> | undefined
  // Every message rings the alarm soon after, and mail is seldom: when none waits, nothing is asked.
  #mayWait = true

  constructor(
    readonly sql: Sql,
    readonly postman: SendEmail | undefined,
    readonly secrets: Secrets,
    readonly clock: { now(): number; wakeAt(seconds: number): void },
  ) {}

  /** To be sent soon, and tried again until it would be of no use any more. */
  add(letter: Email, keep_until: number): void {
    const now = this.clock.now()
    this.sql
      .run`INSERT INTO mail (letter, due_at, keep_until) VALUES (${JSON.stringify(letter)}, ${now}, ${keep_until})`
    this.#mayWait = true
    this.clock.wakeAt(now)
  }

  secretOf(seed: string): string {
    return secretFor(seed, this.secrets)
  }

  /** Where a link leads, for those who may know without having had a letter. */
  addressOfLink(link: SecretLink): string {
    return addressOfLink(link, this.secrets)
  }

  /** Sends what is due. One round runs at a time. Answers when something will be due again. */
  async deliver(): Promise<number | undefined> {
    if (!this.#mayWait) return undefined
    this.#delivering ??= this.#deliverDue().finally(() => (this.#delivering = undefined))
    await this.#delivering
    const { next } = this.sql.one<{ next: number | null }>`SELECT min(due_at) AS next FROM mail`
    this.#mayWait = next !== null
    return next ?? undefined
  }

  async #deliverDue(): Promise<void> {
    const rows = this.sql.all<Row>`
      SELECT seq, letter, failures, keep_until FROM mail WHERE due_at <= ${this.clock.now()}
      ORDER BY due_at, seq LIMIT ${LETTERS_PER_ROUND}`
    for (const row of rows) await this.#deliverOne(row)
  }

  async #deliverOne({ seq, letter, failures, keep_until }: Row): Promise<void> {
    const now = this.clock.now()
    try {
      const mail = renderEmail(JSON.parse(letter) as Email, this.secrets)
      if (this.postman) await withTimeLimit(PATIENCE_SECONDS, this.postman(mail))
      else this.#putInMailbox(mail)
      this.sql.run`DELETE FROM mail WHERE seq = ${seq}`
    } catch (error) {
      const due_at = now + (TRY_AGAIN_AFTER_SECONDS[failures] ?? LONGEST_PAUSE_SECONDS)
      // Who it was for is nobody's business who reads logs.
      console.warn(`Letter ${seq} could not be sent${due_at > keep_until ? ' and is given up' : ''}:`, error)
      if (due_at > keep_until) this.sql.run`DELETE FROM mail WHERE seq = ${seq}`
      else this.sql.run`UPDATE mail SET due_at = ${due_at}, failures = ${failures + 1} WHERE seq = ${seq}`
    }
  }

  // On a development server nothing goes out: whoever develops reads it all.
  #putInMailbox(mail: RenderedEmail): void {
    const { seq } = this.sql.one<{ seq: number }>`
      INSERT INTO mailbox (sent_at, sent) VALUES (${this.clock.now()}, ${JSON.stringify(mail)}) RETURNING seq`
    this.sql.run`DELETE FROM mailbox WHERE seq <= ${seq - MOST_IN_MAILBOX}`
  }

  /** What a development server would have sent, newest first. */
  mailbox(): (RenderedEmail & { sent_at: number })[] {
    return this.sql.all<{ sent_at: number; sent: string }>`SELECT sent_at, sent FROM mailbox ORDER BY seq DESC`.map(
      ({ sent_at, sent }) => ({ ...(JSON.parse(sent) as RenderedEmail), sent_at }),
    )
  }
}
