package io.sluice.cli;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Which members can run when a command runs, by the calls that the class files hold. A call of a
 * method may reach every override of it, so this can name too many members, but leaves out none,
 * save what is called by reflection.
 */
final class CallGraph {
  private static final String OURS = "io.sluice";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(OURS);

  private final Set<JavaCodeUnit> reached = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Deque<JavaCodeUnit> waiting = new ArrayDeque<>();

  private CallGraph() {}

  /** From everything that a command's class declares. */
  static CallGraph of(Class<?> command) {
    CallGraph graph = new CallGraph();
    CLASSES.get(command).getCodeUnits().forEach(graph::reach);
    while (!graph.waiting.isEmpty()) {
      graph.follow(graph.waiting.pop());
    }
    return graph;
  }

  /**
   * Whether a method, constructor or enum constant is reached.
   *
   * @param member a simple name; of a constructor, that of its class
   */
  boolean reaches(String className, String member) {
    return names.contains(className + "#" + member) || names.contains(className + "#values");
  }

  private void reach(JavaCodeUnit unit) {
    if (!reached.add(unit)) {
      return;
    }
    waiting.push(unit);
    JavaClass owner = unit.getOwner();
    boolean constructor = unit instanceof JavaConstructor;
    names.add(owner.getName() + "#" + (constructor ? owner.getSimpleName() : unit.getName()));
    owner.getStaticInitializer().ifPresent(this::reach);
    if (constructor) {
      owner.getMethods().stream().filter(CallGraph::isCalledFromOutside).forEach(this::reach);
    }
  }

  /** Whether a method is one of a library's interface or class, which the library may call. */
  private static boolean isCalledFromOutside(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return java.util.stream.Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .filter(type -> !type.getName().startsWith(OURS))
        .flatMap(type -> type.getMethods().stream())
        .anyMatch(other -> overrides(method, other));
  }

  private static boolean overrides(JavaMethod method, JavaCodeUnit other) {
    return method.getName().equals(other.getName())
        && method.getRawParameterTypes().size() == other.getRawParameterTypes().size();
  }

  private void follow(JavaCodeUnit unit) {
    for (JavaAccess<?> access : unit.getAccessesFromSelf()) {
      if (access instanceof JavaFieldAccess field) {
        names.add(field.getTargetOwner().getName() + "#" + field.getName());
        field.getTargetOwner().getStaticInitializer().ifPresent(this::reach);
      } else if (access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget target) {
        target.resolveMember().ifPresent(this::reachWithOverrides);
      }
    }
  }

  private void reachWithOverrides(JavaCodeUnit unit) {
    if (!unit.getOwner().getName().startsWith(OURS)) {
      return;
    }
    reach(unit);
    if (unit instanceof JavaMethod) {
      unit.getOwner().getAllSubclasses().stream()
          .flatMap(type -> type.getMethods().stream())
          .filter(method -> overrides(method, unit))
          .forEach(this::reach);
    }
  }
}
