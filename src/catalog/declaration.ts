import type { DeclaredModel } from './schema/model-schema.ts';
import type { DeclaredPlan, DeclaredProduct } from './schema/product-schema.ts';
import type { DeclaredProvider } from './schema/provider-schema.ts';

/** The catalogue as configured: each row is valid by itself, and nothing is cross-checked yet. */
export interface CatalogDeclaration {
  readonly regions: readonly string[];
  readonly providers: readonly DeclaredProvider[];
  readonly models: readonly DeclaredModel[];
  /** Absent, or null: none. */
  readonly default_model?: string | null;
  readonly products: readonly DeclaredProduct[];
  readonly plans: readonly DeclaredPlan[];
}
