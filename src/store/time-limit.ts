/** What is waited for may fall silent: then it counts as failed, whatever becomes of it. */
export function withTimeLimit<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer in ${seconds} seconds`)), seconds * 1000)
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}
