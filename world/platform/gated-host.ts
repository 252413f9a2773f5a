import { continued } from '../crossings.ts'
import { Host } from './host.ts'

/** The writes of an object that may be lost. */
export type Durability = { readonly isDirty: boolean; whenDurable(act: () => void): void; lose(): void }

/**
 * An instance of a Durable Object. Input gate: while it awaits its own storage, or `blockConcurrencyWhile` runs, no event begins.
 * Output gate: nothing leaves before the writes that came earlier are durable.
 * https://developers.cloudflare.com/durable-objects/reference/in-memory-state/ and "Durable Objects: Easy, Fast, Correct" (2021)
 */
export class GatedHost extends Host {
  durability: Durability = { isDirty: false, whenDurable: (act) => act(), lose: () => undefined }
  #storageWaits = 0
  #starts = 0
  #waiting: { act: () => void; belongsToStart: boolean }[] = []

  override get isStarting(): boolean {
    return this.#starts > 0
  }

  override enter(act: () => void, belongsToStart = false): void {
    if (!this.isAlive) return
    if (this.#mayEnter(belongsToStart)) act()
    else this.#waiting.push({ act: continued(act), belongsToStart })
  }

  #mayEnter(belongsToStart: boolean): boolean {
    return this.#storageWaits === 0 && (this.#starts === 0 || belongsToStart)
  }

  override leave(act: () => void): void {
    if (!this.isAlive) return
    if (this.durability.isDirty) this.durability.whenDurable(() => this.isAlive && act())
    else act()
  }

  /** Returns the result of an operation of the storage: it takes a moment, in which no event begins. */
  async whileStored<Result>(operate: () => Result): Promise<Result> {
    this.#storageWaits++
    await new Promise<void>((resolve) => {
      this.scheduler.after(STORAGE_MILLISECONDS, () => this.isAlive && resolve())
    })
    try {
      return operate()
    } finally {
      this.#storageWaits--
      this.#letIn()
    }
  }

  async blockWhile<Result>(work: () => Promise<Result>, failed: (error: unknown) => void): Promise<Result> {
    this.#starts++
    try {
      return await work()
    } catch (error) {
      failed(error)
      throw error
    } finally {
      this.#starts--
      this.#letIn()
    }
  }

  /** Each event that waited runs in a turn of its own. */
  #letIn(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { act, belongsToStart } of waiting) this.scheduler.after(0, () => this.enter(act, belongsToStart))
  }

  override end(): void {
    this.durability.lose()
    super.end()
  }
}

const STORAGE_MILLISECONDS = 0.05
