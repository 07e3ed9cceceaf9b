/** Resources for generators. */
export interface GeneratorContext {
  /** URL of a new, fully migrated database: started at the first call, shared by all generators. */
  migratedDatabase: () => Promise<string>
}

/** Returns the text of each file it writes, by path in the repository. */
export type Generator = (context: GeneratorContext) => Promise<Record<string, string>>
