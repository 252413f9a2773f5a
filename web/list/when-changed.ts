import { createEffect, on } from 'solid-js'

/** Runs after each change of a value, and not for the first value. */
export function whenChanged<Value>(read: () => Value, run: (value: Value, before: Value | undefined) => unknown): void {
  createEffect(on(read, (value, before: Value | undefined) => void run(value, before), { defer: true }))
}
