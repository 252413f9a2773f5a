/** Carries a result out of the transaction, whose writes and events it undoes. */
class Undone<Result> extends Error {
  constructor(readonly result: Result) {
    super('A change that was only tried is undone')
  }
}

type Transactions = { transaction<Result>(change: () => Result): Result }

/** Tries a change in a transaction that is undone, and returns what it found. Throws what the change throws. */
export function undone<Result>(realm: Transactions, change: () => Result): Result {
  try {
    realm.transaction(() => {
      throw new Undone(change())
    })
  } catch (error) {
    if (isUndone<Result>(error)) return error.result
    throw error
  }
  throw new Error('A change that was only tried was not undone')
}

const isUndone = <Result>(error: unknown): error is Undone<Result> => error instanceof Undone
