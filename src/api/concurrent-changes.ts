/** How many changes of a realm this Worker is answering, for endpoints with `sharesCommit`. Realms without any have no entry. */
const answering = new Map<string, number>()

/** Counts a change of a realm while `answer` runs. */
export async function whileAnswering<Answer>(realm_name: string, answer: () => Promise<Answer>): Promise<Answer> {
  answering.set(realm_name, countOf(realm_name) + 1)
  try {
    return await answer()
  } finally {
    const others = countOf(realm_name) - 1
    if (others === 0) answering.delete(realm_name)
    else answering.set(realm_name, others)
  }
}

/** Returns whether this Worker is answering several changes of a realm. */
export const isAnsweringSeveral = (realm_name: string): boolean => countOf(realm_name) > 1

const countOf = (realm_name: string): number => answering.get(realm_name) ?? 0
