export type Finding = { file: string; index: number; word: string; name: string; use: string }
export declare function findingsIn(file: string, source: string): Finding[]
