// A file with user-trained categories: the component stack over the user's texts.
import type { ComponentStack } from './component-stack.ts';

export interface CategoryModel {
  readonly format: 'geotrawl-categories-1';
  readonly examples: number;
  readonly stack: ComponentStack;
}

export function categoryModel(stack: ComponentStack, examples: number): CategoryModel {
  return { format: 'geotrawl-categories-1', examples, stack };
}

/** Null if it isn't a category model. */
export function readCategoryModel(text: string): CategoryModel | null {
  try {
    const model = JSON.parse(text) as Partial<CategoryModel> | null;
    const isOne = model?.format === 'geotrawl-categories-1' && Array.isArray(model.stack?.members);
    return isOne ? (model as CategoryModel) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
