/** Returns the result of `work`. Rejects if it takes longer. */
export function withTimeLimit<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No response in ${seconds} seconds`)), seconds * 1000)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
