/** What generators may use. */
export interface GeneratorContext {
  /** URL of a fresh, fully migrated database: started at the first call, shared by all generators. */
  migratedDatabase: () => Promise<string>
}

/** Returns the text of each file that it writes, by its path in the repository. */
export type Generator = (context: GeneratorContext) => Promise<Record<string, string>>
