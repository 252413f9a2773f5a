/** The first script of this build, which has this module. The page of another build names another one. */
export const OWN_SCRIPT = new URL(import.meta.url).pathname

let find = async (): Promise<void> => {}

/** Asks whether a newer build is there, once the part that knows it has started (`web/keep-shell.ts`). */
export const findNewerBuild = (): Promise<void> => find()

export const setFindNewerBuild = (found: () => Promise<void>): void => {
  find = found
}
