/** The steps of the server that a trace has, beside those of the platform. docs/observing.md explains them. */
export const STEPS = [
  'parley.request',
  'parley.decode',
  'parley.prepare',
  'parley.ask',
  'parley.present',
  'parley.decide',
  'parley.transaction',
  'parley.listen',
  'parley.deliver',
  'parley.due_work',
] as const
