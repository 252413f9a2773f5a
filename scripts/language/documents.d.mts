export declare function complaintsAboutDocuments(root: string): string[]
