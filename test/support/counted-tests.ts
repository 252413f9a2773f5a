import { onTestFinished } from 'vitest'
import { EventReader } from '../../src/events/event-reader'

/** Returns how often the realm tests whether a queue receives an event, from now on. */
export function countTests(): () => number {
  let tests = 0
  const acceptanceOf = Object.getOwnPropertyDescriptor(EventReader.prototype, 'acceptanceOf')!
  const original = acceptanceOf.value as EventReader['acceptanceOf']
  function counting(this: EventReader, event: Parameters<typeof original>[0]): ReturnType<typeof original> {
    const accepts = original.call(this, event)
    return (queue) => {
      tests++
      return accepts(queue)
    }
  }
  Object.defineProperty(EventReader.prototype, 'acceptanceOf', { ...acceptanceOf, value: counting })
  onTestFinished(() => void Object.defineProperty(EventReader.prototype, 'acceptanceOf', acceptanceOf))
  return () => tests
}
